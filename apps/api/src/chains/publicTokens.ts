import { readOwn } from '@foyer/protocol'
import type { TokenConfig } from './tokenConfig.ts'

type Row = readonly [symbol: string, name: string, decimals: number, address: string, icon?: string]

/**
 * Default tokens by chain, whose balances are read when the operator lists none.
 * @source each address is the token's own page on the chain's explorer (`<explorer>/token/<address>`):
 *   etherscan.io, optimistic.etherscan.io, bscscan.com, polygonscan.com, basescan.org, arbiscan.io,
 *   celoscan.io, snowscan.xyz; of USDC also https://developers.circle.com/stablecoins/usdc-contract-addresses,
 *   of USDT also https://tether.to/en/supported-protocols; of Solana's mints solscan.io
 */
const rows: Readonly<Record<string, readonly Row[]>> = {
  'eip155:1': [
    ['USDC', 'USDC', 6, '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'],
    ['USDT', 'Tether USD', 6, '0xdAC17F958D2ee523a2206206994597C13D831ec7'],
    ['DAI', 'Dai Stablecoin', 18, '0x6B175474E89094C44Da98b954EedeAC495271d0F'],
    ['WETH', 'Wrapped Ether', 18, '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2', 'ETH'],
    ['WBTC', 'Wrapped BTC', 8, '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599'],
    ['LINK', 'ChainLink Token', 18, '0x514910771AF9Ca656af840dff83E8264EcF986CA'],
    ['UNI', 'Uniswap', 18, '0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984'],
    ['AAVE', 'Aave Token', 18, '0x7Fc66500c84A76Ad7e9c93437bFc5Ac33E2DDaE9'],
  ],
  'eip155:10': [
    ['USDC', 'USDC', 6, '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85'],
    ['USDT', 'Tether USD', 6, '0x94b008aA00579c1307B0EF2c499aD98a8ce58e58'],
    ['DAI', 'Dai Stablecoin', 18, '0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1'],
    ['WETH', 'Wrapped Ether', 18, '0x4200000000000000000000000000000000000006', 'ETH'],
    ['WBTC', 'Wrapped BTC', 8, '0x68f180fcCe6836688e9084f035309E29Bf0A2095'],
    ['OP', 'Optimism', 18, '0x4200000000000000000000000000000000000042'],
  ],
  'eip155:56': [
    ['USDC', 'USD Coin', 18, '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d'],
    ['USDT', 'Tether USD', 18, '0x55d398326f99059fF775485246999027B3197955'],
    ['WBNB', 'Wrapped BNB', 18, '0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c', 'BNB'],
  ],
  'eip155:137': [
    ['USDC', 'USDC', 6, '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359'],
    ['USDC.e', 'USD Coin (PoS)', 6, '0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174', 'USDC'],
    ['USDT', 'Tether USD', 6, '0xc2132D05D31c914a87C6611C10748AEb04B58e8F'],
    ['DAI', 'Dai Stablecoin', 18, '0x8f3Cf7ad23Cd3CaDbD9735AFf958023239c6A063'],
    ['WETH', 'Wrapped Ether', 18, '0x7ceB23fD6bC0adD59E62ac25578270cFf1b9f619', 'ETH'],
    ['WBTC', 'Wrapped BTC', 8, '0x1BFD67037B42Cf73acF2047067bd4F2C47D9BfD6'],
  ],
  'eip155:8453': [
    ['USDC', 'USDC', 6, '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'],
    ['DAI', 'Dai Stablecoin', 18, '0x50c5725949A6F0c72E6C4a641F24049A917DB0Cb'],
    ['WETH', 'Wrapped Ether', 18, '0x4200000000000000000000000000000000000006', 'ETH'],
    [
      'cbETH',
      'Coinbase Wrapped Staked ETH',
      18,
      '0x2Ae3F1Ec7F1F5012CFEab0185bfc7aa3cf0DEc22',
      'CBETH',
    ],
    ['cbBTC', 'Coinbase Wrapped BTC', 8, '0xcbB7C0000aB88B473b1f5aFd9ef808440eed33Bf'],
  ],
  'eip155:42161': [
    ['USDC', 'USDC', 6, '0xaf88d065e77c8cC2239327C5EDb3A432268e5831'],
    ['USDT', 'Tether USD', 6, '0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9'],
    ['DAI', 'Dai Stablecoin', 18, '0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1'],
    ['WETH', 'Wrapped Ether', 18, '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1', 'ETH'],
    ['WBTC', 'Wrapped BTC', 8, '0x2f2a2543B76A4166549F7aaB2e75Bef0aefC5B0f'],
    ['ARB', 'Arbitrum', 18, '0x912CE59144191C1204E64559FE8253a0e49E6548'],
  ],
  'eip155:42220': [
    ['USDC', 'USDC', 6, '0xcebA9300f2b948710d2653dD7B07f33A8B32118C'],
    ['USDT', 'Tether USD', 6, '0x48065fbBE25f71C9282ddf5e1cD6D6A887483D5e'],
  ],
  'eip155:43114': [
    ['USDC', 'USD Coin', 6, '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E'],
    ['USDT', 'TetherToken', 6, '0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7'],
    ['WAVAX', 'Wrapped AVAX', 18, '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7', 'AVAX'],
  ],
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': [
    ['USDC', 'USD Coin', 6, 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'],
    ['USDT', 'Tether USD', 6, 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB'],
    ['WSOL', 'Wrapped SOL', 9, 'So11111111111111111111111111111111111111112', 'SOL'],
    ['JUP', 'Jupiter', 6, 'JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN'],
    ['BONK', 'Bonk', 5, 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263'],
    ['JitoSOL', 'Jito Staked SOL', 9, 'J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn', 'JITOSOL'],
    ['mSOL', 'Marinade Staked SOL', 9, 'mSoLzYCxHdYgdzU16g5QSh3i5K3z3KZK7ytfqcJm7So', 'MSOL'],
    ['PYTH', 'Pyth Network', 6, 'HZ1JovNiVvGrGNiiYvEozEVgZ58xaU3RKwX8eACQBCt3'],
  ],
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': [
    ['USDC', 'USD Coin', 6, '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU'],
  ],
}

/** Returns the default tokens of a chain. */
export function publicTokens(caipId: string): TokenConfig[] {
  return (readOwn(rows, caipId) ?? []).map(([symbol, name, decimals, address, icon]) => ({
    address,
    decimals,
    name,
    symbol,
    ...(icon === undefined ? {} : { icon }),
  }))
}
