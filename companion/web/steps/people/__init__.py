"""What is other where people play the Harkonnen."""
