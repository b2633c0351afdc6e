import type { Foyer } from '@foyer/core'
import { useState } from 'react'
import * as v from 'valibot'
import type { SiteConfig } from '../siteConfig.ts'
import { forecast } from './forecastTerms.ts'

const answer = v.object({ forecast: v.string() })
/** Most that one visit of the page pays: three forecasts. */
const budgetAmount = 30_000n

type State =
  | { readonly status: 'idle' | 'paying' }
  | { readonly status: 'paid'; readonly forecast: string; readonly hash: string | undefined }
  | { readonly status: 'failed'; readonly reason: string }

/** An answer of a server that costs money (x402): the wallet signs, the shop's facilitator pays the gas. */
export function Forecast({ config, foyer }: { config: SiteConfig; foyer: Foyer }) {
  const [state, setState] = useState<State>({ status: 'idle' })
  const [pay, setPay] = useState<Awaited<ReturnType<typeof loadPay>>>()
  const terms = forecast(config)
  if (!terms) return null

  const buy = async () => {
    setState({ status: 'paying' })
    try {
      const known = pay ?? (await loadPay(foyer, terms))
      setPay(known)
      const response = await known.pay('/paid/forecast')
      const receipt = known.readSettlement(response)
      if (!response.ok)
        throw new Error(receipt?.errorReason ?? `The shop answers ${response.status}.`)
      const { forecast } = v.parse(answer, await response.json())
      setState({ status: 'paid', forecast, hash: receipt?.transaction })
    } catch (error) {
      const { details, message } = error as Error & { details?: string }
      setState({ status: 'failed', reason: details ?? message })
    }
  }

  return (
    <section className="shop-forecast" aria-labelledby="forecast">
      <h2 id="forecast">The weather of tomorrow</h2>
      <p>
        This answer of the server costs 0.01 USDC. You sign the payment; no coins are needed for
        gas.
      </p>
      <button type="button" onClick={() => void buy()} disabled={state.status === 'paying'}>
        {state.status === 'paying' ? 'Waiting for your payment…' : 'Get the forecast'}
      </button>
      <p role="status" className="shop-state" data-status={statusOf(state)}>
        {state.status === 'paid' ? state.forecast : null}
        {state.status === 'failed' ? `Not paid: ${state.reason}` : null}
      </p>
      {state.status === 'paid' && state.hash !== undefined ? (
        <p className="shop-receipt">
          Paid in <code>{state.hash}</code>
        </p>
      ) : null}
    </section>
  )
}

const statusOf = ({ status }: State) => (status === 'paid' ? 'delivered' : status)

/** Loads what pays, when somebody wants to. */
async function loadPay(
  foyer: Foyer,
  { asset, chainId, payTo }: NonNullable<ReturnType<typeof forecast>>,
) {
  const { payFetch, readSettlement } = await import('@foyer/x402')
  const budget = { asset: `${chainId}/erc20:${asset}`, amount: budgetAmount, receivers: [payTo] }
  return { pay: payFetch(foyer, { budget }), readSettlement }
}
