/** A page that asks about passkeys: its proven key, and the origin that it reports. */
export type Device = { readonly jkt: string; readonly madeIn: string }
