/** Names of the demo's crowd, taken in order; the last ones are as long as names get. None belongs to a real person we know of. */
export const crowd: readonly (readonly [given: string, family: string])[] = [
  ["Adaeze", "Nwosu"], ["Marek", "Dvořák"], ["Linh", "Nguyễn"], ["Olivia", "Bennett"], ["Yusuf", "Demir"], ["Sofia", "Rossi"], ["Kwame", "Asante"],
  ["Hannah", "Schneider"], ["Arjun", "Patel"], ["Chloé", "Dubois"], ["Mei", "Tanaka"], ["Lucas", "Ferreira"], ["Fatima", "El Amrani"], ["Erik", "Johansson"],
  ["Naledi", "Khumalo"], ["Daniel", "O’Connor"], ["Zeynep", "Yılmaz"], ["Pablo", "Herrera"], ["Aisha", "Rahman"], ["Viktor", "Petrov"], ["Leila", "Karimi"],
  ["Noah", "Williams"], ["Ana-Maria", "Popescu"], ["Tariq", "Aziz"], ["Maximiliane-Charlotte", "von Hohenberg-Wallenstein zu Rothenfels"],
  ["Ruth", "Adeyemi"], ["Carlos", "Mendoza"], ["Emily", "Nakamura"], ["Ibrahim", "Diallo"], ["Kateryna", "Shevchenko"], ["James", "Whitfield"], ["Mariam", "Haidari"],
  ["Thanh", "Phạm"], ["Rosa", "Delgado"], ["Wei", "Zhang"], ["Siobhán", "Murphy"], ["Abena", "Owusu"], ["Louis", "Tremblay"], ["Nour", "Khalil"], ["Bukola", "Ogunleye"],
  ["Beatriz", "Carvalho"], ["Henrik", "Nygaard"], ["Amina", "Sow"], ["Rui", "Nogueira"], ["Clara", "Weiss"], ["Dmitri", "Ivanov"], ["Inês", "Lourenço"],
  ["Omar", "Farouk"], ["Marta", "Kowalska"], ["Joaquim", "Teixeira"], ["Saoirse", "Byrne"], ["Gabriela", "Moreira dos Santos"],
];

/** first.last@portal.example in plain letters. */
export const emailOf = ([given, family]: readonly [string, string], portal: string) =>
  `${`${given}.${family}`
    .normalize("NFKD")
    .replace(/[^\x20-\x7e]/g, (letter) => ({ ı: "i", ł: "l", ø: "o", đ: "d" })[letter] ?? "")
    .toLowerCase()
    .replace(/[^a-z.]+/g, "-")}@${portal}.example`;
