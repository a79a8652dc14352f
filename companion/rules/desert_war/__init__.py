"""What carries out the commands of the expansion Desert War (section 16); private to the rules."""
