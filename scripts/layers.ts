/** One folder of the tree: the packages that its sources may import, and the libraries it may depend on. */
export type Layer = {
  /** Path from the root: `packages/core`. */
  folder: string
  /** Our entries that it may import: a package's name without `@foyer/` allows all its entries. */
  ours: readonly string[]
  /** Also allowed in its tests. */
  inTests: readonly string[]
  /** Libraries allowed in `dependencies` and `peerDependencies`; a trailing `*` matches any ending. */
  libraries: readonly string[] | 'any'
  /** Libraries that no file may import, by reason: a name includes its entries, a trailing `*` matches any ending. */
  never: Readonly<Record<string, readonly string[]>>
  /** Also rejected in shipped files; tests, `test/`, `gallery/` and tool configs may import them. */
  neverShipped?: Readonly<Record<string, readonly string[]>>
}

const react = ['react', 'react-dom']
const chainLibraries = ['viem', 'mipd', '@solana/*', '@solana-program/*']

const headless = { 'this layer is headless: no react': react }
const inBrowser = { 'this runs in a browser: no Node module': ['node:*'] }
const noChain = { 'this layer must not depend on a namespace': chainLibraries }

const devnet = ['devnet']

/**
 * The allowed imports of each folder. `checkImports.ts` checks every import against it, `checkDependencies.ts` every
 * `package.json`. A row may be here before its folder exists.
 */
export const layers: readonly Layer[] = [
  {
    folder: 'packages/protocol',
    ours: [],
    inTests: [],
    libraries: ['valibot'],
    never: { ...headless, ...noChain },
    neverShipped: inBrowser,
  },
  {
    folder: 'packages/core',
    ours: ['protocol'],
    inTests: devnet,
    libraries: ['valibot'],
    never: { ...headless, ...noChain },
    neverShipped: inBrowser,
  },
  {
    // Any wallet may use it, and ours uses it in its worker: bytes and JSON-RPC, no chain library.
    folder: 'packages/decode',
    ours: ['protocol'],
    inTests: devnet,
    libraries: ['valibot', '@noble/hashes'],
    never: headless,
    // Its tests compare with these libraries.
    neverShipped: { ...inBrowser, ...noChain },
  },
  {
    folder: 'packages/evm',
    ours: ['core', 'protocol'],
    inTests: devnet,
    libraries: ['valibot', 'viem', 'mipd'],
    never: headless,
    neverShipped: inBrowser,
  },
  {
    folder: 'packages/solana',
    ours: ['core', 'protocol'],
    inTests: devnet,
    libraries: ['valibot', '@solana/*', '@solana-program/*', '@wallet-standard/*'],
    never: headless,
    neverShipped: inBrowser,
  },
  {
    folder: 'packages/bitcoin',
    ours: ['core', 'protocol'],
    inTests: devnet,
    libraries: ['valibot', '@noble/*', '@scure/*', '@wallet-standard/*'],
    never: headless,
    neverShipped: inBrowser,
  },
  {
    folder: 'packages/tron',
    ours: ['core', 'protocol'],
    inTests: devnet,
    libraries: ['valibot', '@noble/*', '@scure/*'],
    never: headless,
    neverShipped: inBrowser,
  },
  {
    folder: 'packages/polkadot',
    ours: ['core', 'protocol'],
    inTests: devnet,
    libraries: ['valibot', '@noble/*', '@scure/*'],
    never: headless,
    neverShipped: inBrowser,
  },
  {
    folder: 'packages/walletconnect',
    ours: ['core', 'protocol'],
    // Its tests use real peers and a real relay.
    inTests: [...devnet, 'relay'],
    libraries: ['valibot', '@noble/*', '@scure/*'],
    never: { ...headless, ...noChain },
    neverShipped: inBrowser,
  },
  {
    folder: 'packages/embedded',
    ours: ['core', 'protocol'],
    inTests: devnet,
    libraries: ['valibot', '@noble/*', '@scure/*'],
    never: { ...headless, ...noChain },
    neverShipped: inBrowser,
  },
  {
    // The sign-in of a site, and the verification of it, which servers use too.
    folder: 'packages/siwx',
    ours: ['core', 'protocol'],
    inTests: devnet,
    libraries: ['valibot', '@noble/*', '@scure/*'],
    never: headless,
    neverShipped: { ...inBrowser, ...noChain },
  },
  {
    folder: 'packages/x402',
    ours: ['core', 'protocol'],
    inTests: devnet,
    libraries: ['valibot'],
    never: { ...headless },
    neverShipped: { ...inBrowser, ...noChain },
  },
  {
    // Web APIs only; its handler for Node names Node's types.
    folder: 'packages/siwx-server',
    ours: ['protocol', 'siwx/verify'],
    inTests: devnet,
    libraries: ['valibot'],
    never: headless,
    neverShipped: noChain,
  },
  {
    // Private code of all servers: environment, log, database, listening.
    // It verifies sign-ins with the code that sites' servers use.
    folder: 'packages/server',
    ours: ['protocol', 'siwx/verify'],
    inTests: devnet,
    libraries: 'any',
    never: { ...headless, ...noChain },
  },
  {
    folder: 'packages/wagmi',
    ours: ['core', 'evm', 'protocol'],
    inTests: devnet,
    libraries: ['@wagmi/core', 'viem'],
    never: headless,
    neverShipped: inBrowser,
  },
  {
    folder: 'packages/ui',
    // Of decode only types: a description is shown, never made, here.
    ours: ['core', 'decode', 'protocol'],
    inTests: devnet,
    libraries: ['lucide-react', 'react', 'react-dom', 'uqr', 'valibot', 'virtua'],
    never: noChain,
    neverShipped: inBrowser,
  },
  {
    folder: 'apps/site',
    ours: [
      'bitcoin',
      'core',
      'decode',
      'embedded',
      'evm',
      'polkadot',
      'protocol',
      'server/build',
      'siwx',
      'siwx-server',
      'solana',
      'tron',
      'ui',
      'wagmi',
      'walletconnect',
      'x402',
    ],
    inTests: devnet,
    libraries: 'any',
    never: {},
  },
  {
    folder: 'apps/login',
    // Its pages share schemas, descriptions and buttons with the modal, but never core or a view.
    ours: ['decode', 'embedded/frame', 'protocol', 'ui/description', 'ui/primitives', 'server'],
    // Its tests log in at both servers through the real page.
    inTests: [...devnet, 'core', 'embedded', 'evm', 'solana', 'sponsor', 'vault'],
    libraries: 'any',
    never: {},
  },
  {
    folder: 'apps/vault',
    ours: ['protocol', 'server'],
    inTests: devnet,
    libraries: 'any',
    never: headless,
  },
  {
    folder: 'apps/api',
    ours: ['protocol', 'server'],
    inTests: devnet,
    libraries: 'any',
    never: headless,
  },
  {
    folder: 'apps/sponsor',
    ours: ['protocol', 'server'],
    inTests: devnet,
    libraries: 'any',
    never: headless,
  },
  {
    folder: 'apps/relay',
    ours: ['protocol', 'server'],
    inTests: devnet,
    libraries: 'any',
    never: { ...headless, ...noChain },
  },
  {
    folder: 'devnet',
    // Its wallet decodes transactions with the product's own code.
    ours: ['decode', 'protocol'],
    inTests: [],
    libraries: 'any',
    never: headless,
  },
]

/** Folders above all layers, which may import everything: end-to-end tests, benchmarks and scripts. */
export const aboveLayers: readonly string[] = ['e2e', 'examples', 'bench', 'scripts']

/** True if a rule of the table applies to a library: `viem` includes `viem/chains`, `@solana/*` the whole scope. */
export function namesLibrary(rule: string, library: string): boolean {
  if (rule.endsWith('*')) return library.startsWith(rule.slice(0, -1))
  return library === rule || library.startsWith(`${rule}/`)
}
