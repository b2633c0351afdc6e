/** A name of the devnet's ENS; numbers are indexes of `devnetAccounts`. */
export type DevnetName = {
  name: `${string}.eth`
  /** The account that owns the name. */
  owner: number
  /** The account that the name resolves to. */
  forward: number
  /** The account whose reverse record claims the name. */
  reverseOf: number
  /** The `avatar` text record (ERC-634). */
  avatar?: string
}

/** Alice's avatar: a sunrise in her colours, small enough for a text record. */
const aliceAvatar =
  'data:image/svg+xml;base64,' +
  btoa(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">' +
      '<rect width="64" height="64" fill="#27456b"/><circle cx="32" cy="40" r="15" fill="#ffb765"/>' +
      '<path d="M0 44q16-9 32 0t32 0v20H0z" fill="#e4587c"/></svg>',
  )

/**
 * `alice.eth` has everything, `bob.eth` no avatar. `liar.eth` is a false claim: account 3 claims it in
 * its reverse record while the name belongs to account 2, so account 3 must never be shown with it.
 */
export const devnetNames: readonly DevnetName[] = [
  { name: 'alice.eth', owner: 0, forward: 0, reverseOf: 0, avatar: aliceAvatar },
  { name: 'bob.eth', owner: 1, forward: 1, reverseOf: 1 },
  { name: 'liar.eth', owner: 2, forward: 2, reverseOf: 3 },
]
