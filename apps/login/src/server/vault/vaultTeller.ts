/** Tells the vault which devices, sessions and contacts were ended; its rows wait in the database until the vault has heard. */
export type VaultTeller = {
  /**
   * Call it after the transaction that ended something. Resolves when the vault has received it, or could not be
   * reached.
   */
  tell(): Promise<void>
  close(): Promise<void>
}
