"""The coach of the first games: tips for the set-up and two rounds, a tour of the map, a battle to practise."""
