/** Identifying flags of wallets; MetaMask's is last, since many others set it too. */
const flags: readonly (readonly [flag: string, name: string, rdns: string])[] = [
  ['isRabby', 'Rabby Wallet', 'io.rabby'],
  ['isCoinbaseWallet', 'Coinbase Wallet', 'com.coinbase.wallet'],
  ['isTrust', 'Trust Wallet', 'com.trustwallet.app'],
  ['isTrustWallet', 'Trust Wallet', 'com.trustwallet.app'],
  ['isPhantom', 'Phantom', 'app.phantom'],
  ['isBraveWallet', 'Brave Wallet', 'com.brave.wallet'],
  ['isRainbow', 'Rainbow', 'me.rainbow'],
  ['isOkxWallet', 'OKX Wallet', 'com.okex.wallet'],
  ['isOKExWallet', 'OKX Wallet', 'com.okex.wallet'],
  ['isBitKeep', 'Bitget Wallet', 'com.bitget.web3'],
  ['isZerion', 'Zerion', 'io.zerion.wallet'],
  ['isUniswapWallet', 'Uniswap Wallet', 'org.uniswap.app'],
  ['isTokenPocket', 'TokenPocket', 'pro.tokenpocket'],
  ['isImToken', 'imToken', 'im.token.app'],
  ['isFrame', 'Frame', 'sh.frame'],
  ['isMetaMask', 'MetaMask', 'io.metamask'],
]

/** Identifies the wallet at `window.ethereum`, if possible. */
export function readInjectedWallet(provider: object): { name: string; rdns?: string } {
  const found = flags.find(([flag]) => (provider as Record<string, unknown>)[flag] === true)
  return found ? { name: found[1], rdns: found[2] } : { name: 'Browser wallet' }
}
