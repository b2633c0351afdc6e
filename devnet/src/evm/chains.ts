/** The known facts of a local chain before it runs. */
export type DevnetChain = {
  /** The EIP-155 number. */
  id: number
  /** The CAIP-2 id. */
  caipId: `eip155:${number}`
  name: string
  nativeCurrency: { name: string; symbol: string; decimals: number }
  /** The TCP port of `npm start`. */
  port: number
  /** JSON-RPC URL (HTTP and WebSocket) on its default port. */
  rpcUrl: string
}

const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 }

/** The first chain, which every part of the devnet knows from the start. */
export const foyerDevnet: DevnetChain = {
  id: 31337,
  caipId: 'eip155:31337',
  name: 'Foyer Devnet',
  nativeCurrency: ether,
  port: 4100,
  rpcUrl: 'http://127.0.0.1:4100',
}

/** The second chain, which wallets do not know until a site adds it (EIP-3085). */
export const foyerDevnetTwo: DevnetChain = {
  id: 31338,
  caipId: 'eip155:31338',
  name: 'Foyer Devnet Two',
  nativeCurrency: ether,
  port: 4101,
  rpcUrl: 'http://127.0.0.1:4101',
}

/** All local EVM chains. */
export const devnetChains: readonly DevnetChain[] = [foyerDevnet, foyerDevnetTwo]
