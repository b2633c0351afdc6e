/** The port of `npm start`. */
export const farcasterPort = 4012

/** By which the devnet's Farcaster app proves itself at the relay. Only for development: anyone can read it here. */
export const farcasterRelayKey = 'devnet-key-of-the-farcaster-relay-0123456789'

/** Origin of the app's pages. */
export const farcasterOrigin = (port: number) => `http://farcaster.localhost:${port}`

/**
 * Creates the settings with which a login server and a vault use the devnet's Farcaster app.
 *
 * @param port - the port of `startFarcaster`
 * @param rpcUrl - the local chain
 */
export function farcasterClients({
  port,
  rpcUrl,
  chainId = 31337,
}: {
  port: number
  rpcUrl: string
  chainId?: number
}) {
  const chain = { rpcUrl, chainId }
  const relay = { key: farcasterRelayKey, clientUrl: farcasterOrigin(port) }
  return { login: { chain, relay }, vault: chain }
}
