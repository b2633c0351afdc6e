/** Texts of one feature in one language. */
export type WordsOf<en> = { readonly [key in keyof en]: string }
