"""Planning cards of the Harkonnen, one step after the other (MAHDI-CARD-1 to -6, R-8 to R-10)."""
