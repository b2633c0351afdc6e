import { loadBalances, refreshNativeBalance } from '@foyer/core'
import { readOwn } from '@foyer/protocol'
import { useAccount, useFoyer } from '@foyer/ui/react'
import { parseUnits } from 'viem'
import type { SiteConfig } from '../../siteConfig.ts'
import { Tick } from '../CopyButton.tsx'
import { useWalletAction } from '../tryIt/useWalletAction.ts'
import { askFaucet } from './askFaucet.ts'

/** What one press gives, in whole coins. */
const gifts: Readonly<Record<string, string>> = {
  ETH: '10',
  USDC: '1000',
  DAI: '1000',
  WBTC: '0.1',
  SOL: '10',
  BONK: '5000',
}

/** As the faucet names a network: EVM chains by number, others by their CAIP-2 id. */
const faucetChain = (id: number | string) => (typeof id === 'number' ? id : `solana:${id}`)
const caipId = (id: number | string) => (typeof id === 'number' ? `eip155:${id}` : `solana:${id}`)

/** Coins for the connected account. */
export function Faucet({ config, walletUrl }: { config: SiteConfig; walletUrl: string }) {
  const foyer = useFoyer()
  const { address, chainId } = useAccount()
  const { action, run } = useWalletAction<string>()
  const network = config.networks.find(({ id }) => caipId(id) === chainId)
  const coins = network
    ? [
        { ...network.nativeCurrency, token: undefined },
        ...(network.tokens ?? []).map(({ address: token, ...coin }) => ({ ...coin, token })),
      ].flatMap(({ decimals, symbol, token }) => {
        const gift = readOwn(gifts, symbol)
        return gift ? [{ symbol, token, gift, amount: parseUnits(gift, decimals) }] : []
      })
    : []
  const give = ({ amount, gift, symbol, token }: (typeof coins)[number]) =>
    run(async () => {
      if (!address || !network) return ''
      await askFaucet(walletUrl, { chainId: faucetChain(network.id), address, token, amount })
      await Promise.allSettled([
        refreshNativeBalance(foyer),
        foyer.options.apiUrl && loadBalances(foyer, { force: true }),
      ])
      return `${gift} ${symbol} arrived.`
    })
  return (
    <div className="tool">
      <h3>Faucet</h3>
      {!address && <p className="tool-note">Connect a wallet, and it fills it.</p>}
      {address && !network && (
        <p className="tool-note">It has nothing on this network, only on the local ones.</p>
      )}
      {address && coins.length > 0 && (
        <div className="tool-buttons">
          {coins.map((coin) => (
            <button
              key={coin.symbol}
              type="button"
              className="button"
              disabled={action.status === 'pending'}
              onClick={() => give(coin)}
            >
              {coin.gift} {coin.symbol}
            </button>
          ))}
        </div>
      )}
      <div className="tool-said" aria-live="polite">
        {action.status === 'failed' && <p className="ask-failed">{action.message}</p>}
        {action.status === 'done' && action.result !== '' && (
          <p className="fact-good">
            <Tick /> {action.result}
          </p>
        )}
      </div>
    </div>
  )
}
