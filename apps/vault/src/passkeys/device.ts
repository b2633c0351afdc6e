/** A page that asks about passkeys: the key that proved itself, and where it says that it is. */
export type Device = { readonly jkt: string; readonly madeIn: string }
