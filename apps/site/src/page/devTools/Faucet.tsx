import { loadBalances, refreshNativeBalance } from '@foyer/core'
import { readOwn } from '@foyer/protocol'
import { useAccount, useFoyer } from '@foyer/ui/react'
import { startTransition, useActionState } from 'react'
import { parseUnits } from 'viem'
import type { SiteConfig } from '../../siteConfig.ts'
import { Tick } from '../CopyButton.tsx'
import { failureMessage } from '../tryIt/failureMessage.ts'
import { askFaucet } from './askFaucet.ts'

/** The amount of one click, in whole coins. */
const gifts: Readonly<Record<string, string>> = {
  ETH: '10',
  USDC: '1000',
  DAI: '1000',
  WBTC: '0.1',
  SOL: '10',
  BONK: '5000',
}

/** The faucet's chain id: the number of an EVM chain, the CAIP-2 id of others. */
const faucetChain = (id: number | string) => (typeof id === 'number' ? id : `solana:${id}`)
const caipId = (id: number | string) => (typeof id === 'number' ? `eip155:${id}` : `solana:${id}`)

type Said = { readonly gift: string } | { readonly failure: string }

/** Sends coins to the connected account. */
export function Faucet({ config, walletUrl }: { config: SiteConfig; walletUrl: string }) {
  const foyer = useFoyer()
  const { address, chainId } = useAccount()
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
  const give = async (
    _: Said | undefined,
    { amount, gift, symbol, token }: (typeof coins)[number],
  ): Promise<Said | undefined> => {
    if (!address || !network) return undefined
    try {
      await askFaucet(walletUrl, { chainId: faucetChain(network.id), address, token, amount })
    } catch (error) {
      return { failure: failureMessage(error) }
    }
    await Promise.allSettled([
      refreshNativeBalance(foyer),
      foyer.options.apiUrl && loadBalances(foyer, { force: true }),
    ])
    return { gift: `${gift} ${symbol}` }
  }
  const [said, ask, isPending] = useActionState(give, undefined)
  return (
    <div className="tool">
      <h3>Faucet</h3>
      {!address && <p className="tool-note">Connect a wallet to get free coins.</p>}
      {address && !network && (
        <p className="tool-note">The faucet has coins for the local networks only.</p>
      )}
      {address && coins.length > 0 && (
        <div className="tool-buttons">
          {coins.map((coin) => (
            <button
              key={coin.symbol}
              type="button"
              className="button"
              disabled={isPending}
              onClick={() => startTransition(() => ask(coin))}
            >
              {coin.gift} {coin.symbol}
            </button>
          ))}
        </div>
      )}
      <div className="tool-said" aria-live="polite">
        {said && 'failure' in said && <p className="ask-failed">{said.failure}</p>}
        {said && 'gift' in said && (
          <p className="fact-good">
            <Tick /> {said.gift} arrived.
          </p>
        )}
      </div>
    </div>
  )
}
