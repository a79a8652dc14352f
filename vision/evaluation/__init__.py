"""The parts of the evaluation: what is photographed, how readings are judged, how figures are told."""
