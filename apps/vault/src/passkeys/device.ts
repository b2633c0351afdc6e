/** The caller of a passkey endpoint: its proven key (`jkt`), and the origin that the browser reports (`madeIn`). */
export type Device = { readonly jkt: string; readonly madeIn: string }
