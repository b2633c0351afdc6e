/** Not even in a comment: who reads core need not know that there is a screen. */
const screenWords = new Set(['modal', 'modals', 'view', 'views', 'toast', 'toasts'])

/** Not in code; a comment may give an example. */
const chainWords = new Set([
  ...['eip155', 'erc20', 'ethereum', 'evm', 'gwei', 'viem', 'wei'],
  ...['lamport', 'lamports', 'solana'],
  ...['bip122', 'bitcoin', 'satoshi', 'satoshis'],
  ...['polkadot', 'tron'],
])

/** Where a rule of the product, or a name of others, holds such a word. One that is no longer needed is refused too. */
const exceptions: readonly { file: string; text: string; reason: string }[] = [
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

/** Problems by line, for the words of an identifier each: `viewStack` speaks of a view, `preview` does not. */
function findWords(path: string, source: string, refused: Set<string>, message: string): string[] {
  return [...source.matchAll(/[A-Z]?[a-z]+\d*|[A-Z]+(?![a-z])\d*/g)]
    .filter(([word]) => refused.has(word.toLowerCase()))
    .map(({ 0: word, index }) => {
      const line = source.slice(0, index).split('\n').length
      return `${path}:${line}: "${word}": ${message}`
    })
}

/** @returns A problem for each word in a source file of core that belongs to another layer. */
export function coreWords(path: string, source: string): string[] {
  const excepted = exceptions.filter(({ file }) => file === path)
  const stale = excepted
    .filter(({ text }) => !source.includes(text))
    .map(({ reason }) => `${path}: the exception for ${reason} is stale (scripts/coreWords.ts)`)
  let checked = source
  for (const { text } of excepted) checked = checked.replace(text, blank)
  return [
    ...stale,
    ...findWords(path, checked, screenWords, 'core knows no screen'),
    ...findWords(path, withoutComments(checked), chainWords, 'core knows no chain family'),
  ]
}
