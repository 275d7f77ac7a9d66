/** The currencies that a price can have (ISO 4217). */
export const currencies = ["EUR", "USD", "GBP", "CHF", "SEK", "DKK", "NOK", "PLN", "CZK"] as const;
