/** Words that core must not use, even in comments: its readers need not know that a user interface exists. */
const screenWords = new Set(['modal', 'modals', 'view', 'views', 'toast', 'toasts'])

/** Words that core's code must not use; comments may give examples. */
const chainWords = new Set([
  ...['eip155', 'erc20', 'ethereum', 'evm', 'gwei', 'viem', 'wei'],
  ...['lamport', 'lamports', 'solana'],
  ...['bip122', 'bitcoin', 'satoshi', 'satoshis'],
  ...['polkadot', 'tron'],
])

/** Exceptions for product rules and external names. An unneeded exception is rejected too. */
const exceptions: readonly { file: string; text: string; reason: string }[] = [
  ...['createHistory', 'historyState'].map((name) => ({
    file: `packages/core/src/history/${name}.ts`,
    text: 'lastNetworkInView',
    reason: 'a field of the history [3.3]',
  })),
  {
    file: 'packages/core/src/network/pickNetwork.ts',
    text: "'eip155:1'",
    reason: 'the default network [9.8]',
  },
  {
    file: 'packages/core/src/options.ts',
    text: "eip155: 'smartAccount',\n  solana: 'eoa',\n  polkadot: 'eoa',\n  bip122: 'payment',",
    reason: 'the default account types [6.6]',
  },
  {
    file: 'packages/core/src/swap/buildSwap.ts',
    text: 'eip155: terms',
    reason: 'a field of the api [7.36]',
  },
  {
    file: 'packages/core/src/wallets/isWithinReach.ts',
    text: "'solana'",
    reason: 'a wallet that phones open there only [5.20]',
  },
  {
    file: 'packages/core/src/wallets/walletLink.ts',
    text: 'view-source',
    reason: 'a scheme of browsers',
  },
]

const blank = (text: string) => text.replace(/[^\n]/g, ' ')

const withoutComments = (source: string) =>
  source.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, blank)

/** Finds forbidden words in identifiers: `viewStack` contains "view", `preview` does not. */
function findWords(path: string, source: string, refused: Set<string>, message: string): string[] {
  return [...source.matchAll(/[A-Z]?[a-z]+\d*|[A-Z]+(?![a-z])\d*/g)]
    .filter(([word]) => refused.has(word.toLowerCase()))
    .map(({ 0: word, index }) => {
      const line = source.slice(0, index).split('\n').length
      return `${path}:${line}: "${word}": ${message}`
    })
}

/** @returns A problem for each word in core's sources that belongs to another layer. */
export function coreWords(path: string, source: string): string[] {
  const excepted = exceptions.filter(({ file }) => file === path)
  const stale = excepted
    .filter(({ text }) => !source.includes(text))
    .map(({ reason }) => `${path}: the exception for ${reason} is stale (scripts/coreWords.ts)`)
  let checked = source
  for (const { text } of excepted) checked = checked.replaceAll(text, blank)
  return [
    ...stale,
    ...findWords(path, checked, screenWords, 'core must not know about screens'),
    ...findWords(path, withoutComments(checked), chainWords, 'core must not name a chain'),
  ]
}
