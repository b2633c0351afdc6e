/** One folder of the tree: what its sources may import of ours, and which libraries it may depend on. */
export type Layer = {
  /** From the root: `packages/core`. */
  folder: string
  /** Entries of ours it may import: a package's name without `@foyer/` allows all its entries. */
  ours: readonly string[]
  /** Also allowed in its tests. */
  inTests: readonly string[]
  /** Libraries allowed in `dependencies` and `peerDependencies`; a trailing `*` is any ending. */
  libraries: readonly string[] | 'any'
  /** Imports refused whatever `package.json` says, by reason. */
  never: Readonly<Record<string, readonly string[]>>
}

const react = ['react', 'react/**', 'react-dom', 'react-dom/**']
const chainLibraries = ['viem', 'viem/**', 'mipd', '@solana/**', '@solana-program/**']

const headless = { 'this layer is headless: no react': react }
const inBrowser = { 'this runs in a browser: no Node module': ['node:*', 'node:*/**'] }
const noChain = { 'this layer knows no chain family': chainLibraries }

const devnet = ['devnet']

/**
 * Who may import whom. The linter's rules in `biome.json` and the check of each `package.json` come from here.
 * A row may stand here before its folder does.
 */
export const layers: readonly Layer[] = [
  {
    folder: 'packages/protocol',
    ours: [],
    inTests: [],
    libraries: ['valibot'],
    never: { ...headless, ...inBrowser, ...noChain },
  },
  {
    folder: 'packages/core',
    ours: ['protocol'],
    inTests: devnet,
    libraries: ['valibot'],
    never: { ...headless, ...inBrowser, ...noChain },
  },
  {
    folder: 'packages/evm',
    ours: ['core', 'protocol'],
    inTests: devnet,
    libraries: ['valibot', 'viem', 'mipd'],
    never: { ...headless, ...inBrowser },
  },
  {
    folder: 'packages/solana',
    ours: ['core', 'protocol'],
    inTests: devnet,
    libraries: ['valibot', '@solana/*', '@solana-program/*', '@wallet-standard/*'],
    never: { ...headless, ...inBrowser },
  },
  {
    folder: 'packages/bitcoin',
    ours: ['core', 'protocol'],
    inTests: devnet,
    libraries: ['valibot', '@noble/*', '@scure/*', '@wallet-standard/*'],
    never: { ...headless, ...inBrowser },
  },
  {
    folder: 'packages/tron',
    ours: ['core', 'protocol'],
    inTests: devnet,
    libraries: ['valibot', '@noble/*', '@scure/*'],
    never: { ...headless, ...inBrowser },
  },
  {
    folder: 'packages/polkadot',
    ours: ['core', 'protocol'],
    inTests: devnet,
    libraries: ['valibot', '@noble/*', '@scure/*'],
    never: { ...headless, ...inBrowser },
  },
  {
    folder: 'packages/walletconnect',
    ours: ['core', 'protocol'],
    // Its peers in tests are real, and so is the relay between them.
    inTests: [...devnet, 'relay'],
    libraries: ['valibot', '@noble/*', '@scure/*'],
    never: { ...headless, ...inBrowser, ...noChain },
  },
  {
    folder: 'packages/embedded',
    ours: ['core', 'protocol'],
    inTests: devnet,
    libraries: ['valibot', '@noble/*', '@scure/*'],
    never: { ...headless, ...inBrowser, ...noChain },
  },
  {
    // What every server of an operator needs: environment, log, database, listening. Private.
    folder: 'packages/server',
    ours: ['protocol'],
    inTests: devnet,
    libraries: 'any',
    never: { ...headless, ...noChain },
  },
  {
    folder: 'packages/wagmi',
    ours: ['core', 'evm', 'protocol'],
    inTests: devnet,
    libraries: ['@wagmi/core', 'viem'],
    never: { ...headless, ...inBrowser },
  },
  {
    folder: 'packages/ui',
    ours: ['core', 'protocol'],
    inTests: devnet,
    libraries: ['lucide-react', 'react', 'react-dom', 'uqr', 'valibot', 'virtua'],
    never: { ...inBrowser, ...noChain },
  },
  {
    folder: 'apps/site',
    ours: [
      'bitcoin',
      'core',
      'embedded',
      'evm',
      'polkadot',
      'protocol',
      'solana',
      'tron',
      'ui',
      'wagmi',
      'walletconnect',
    ],
    inTests: devnet,
    libraries: 'any',
    never: {},
  },
  {
    folder: 'apps/login',
    // Its pages share bytes and buttons with the modal, never the kit or a view.
    ours: ['embedded/frame', 'protocol', 'ui/primitives', 'server'],
    // Its tests log in at both servers, by the real page's side.
    inTests: [...devnet, 'core', 'embedded', 'evm', 'solana', 'vault'],
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
    folder: 'apps/relay',
    ours: ['protocol', 'server'],
    inTests: devnet,
    libraries: 'any',
    never: { ...headless, ...noChain },
  },
  {
    folder: 'devnet',
    ours: ['protocol'],
    inTests: [],
    libraries: 'any',
    never: headless,
  },
]

/** Folders that stand above all layers: journeys and measurements use everything. */
export const aboveLayers: readonly string[] = ['e2e', 'bench', 'scripts']
