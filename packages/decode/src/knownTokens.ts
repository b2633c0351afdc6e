import { readOwn } from '@foyer/protocol'

/**
 * Tokens whose symbols are often imitated, by network, with the addresses that their issuers publish.
 * @source https://developers.circle.com/stablecoins/usdc-contract-addresses; https://tether.to/en/supported-protocols;
 * https://docs.makerdao.com; https://wbtc.network; WETH9 of each network's bridge
 */
const knownTokens: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'eip155:1': {
    '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48': 'USDC',
    '0xdAC17F958D2ee523a2206206994597C13D831ec7': 'USDT',
    '0x6B175474E89094C44Da98b954EedeAC495271d0F': 'DAI',
    '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2': 'WETH',
    '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599': 'WBTC',
  },
  'eip155:10': {
    '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85': 'USDC',
    '0x94b008aA00579c1307B0EF2c499aD98a8ce58e58': 'USDT',
    '0x4200000000000000000000000000000000000006': 'WETH',
  },
  'eip155:137': {
    '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359': 'USDC',
    '0xc2132D05D31c914a87C6611C10748AEb04B58e8F': 'USDT',
  },
  'eip155:8453': {
    '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913': 'USDC',
    '0x4200000000000000000000000000000000000006': 'WETH',
  },
  'eip155:42161': {
    '0xaf88d065e77c8cC2239327C5EDb3A432268e5831': 'USDC',
    '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1': 'WETH',
  },
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': {
    So11111111111111111111111111111111111111112: 'WSOL',
    EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v: 'USDC',
    Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB: 'USDT',
  },
}

/** Capitals of other alphabets, and digits, that look like Latin capitals. */
const lookAlikes: Readonly<Record<string, string>> = {
  A: 'АΑ',
  B: 'ВΒ8',
  C: 'СϹ',
  D: 'Ꭰ',
  E: 'ЕΕ',
  H: 'НΗ',
  I: 'ІΙ1L|',
  M: 'МΜ',
  O: 'ОΟ0',
  S: 'Ѕ5$',
  T: 'ТΤ₮',
  U: 'Ս',
  W: 'Ԝ',
}

/** Normalizes a symbol by its appearance: ignores case, diacritics, invisible characters and other alphabets. */
function looksLike(symbol: string): string {
  // Drop a leading `$`, as in `$USDC`; elsewhere it imitates an S, as in `U$DC`.
  let plain = symbol
    .normalize('NFKD')
    .toUpperCase()
    .replace(/^\W*\$/, '')
  for (const [letter, others] of Object.entries(lookAlikes))
    for (const other of others) plain = plain.replaceAll(other, letter)
  return plain.replace(/[^A-Z2-9]/g, '')
}

/** Characters that can be read as part of the amount before a symbol: digits, spaces, separators, letters of scripts without look-alikes. */
const noLetters =
  /^[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Cherokee}]+/u

/** All addresses of the table, with their networks. */
export const knownTokenAddresses: readonly (readonly [chainId: string, address: string])[] =
  Object.entries(knownTokens).flatMap(([chainId, tokens]) =>
    Object.keys(tokens).map((address) => [chainId, address] as const),
  )

/** Returns the symbol of a token in the table; undefined for others. */
export function knownSymbol(chainId: string, address: string): string | undefined {
  return readOwn(readOwn(knownTokens, chainId) ?? {}, address)
}

/**
 * Returns the symbol, of a known token or the native coin, that a token imitates, as a whole, by a word, or after digits:
 * `000 USDC` is shown after an amount. Undefined if none.
 */
export function imitatedSymbol(
  { id, symbol: native }: { id: string; symbol: string },
  { address, symbol }: { address: string; symbol: string },
): string | undefined {
  if (knownSymbol(id, address) !== undefined) return undefined
  const plain = symbol.normalize('NFKD')
  const looks = [plain, plain.replace(noLetters, ''), ...plain.split(/\s+/)].map(looksLike)
  return [native, ...Object.values(readOwn(knownTokens, id) ?? {})].find((known) => {
    const look = looksLike(known)
    return look !== '' && looks.includes(look)
  })
}
