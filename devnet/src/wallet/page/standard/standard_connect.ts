import * as v from 'valibot'
import { rpcError } from '../rpcError.ts'
import { onlyOnePending } from '../walletContext.ts'
import type { StandardContext } from './standardContext.ts'

const chosen = v.pipe(v.array(v.number()), v.minLength(1))

/**
 * Connects the page: without a prompt if `silent` is set and the site is permitted, else by asking.
 *
 * @throws 4001 if the user rejects, -32002 while another request for accounts waits.
 * @source https://github.com/wallet-standard/wallet-standard, feature `standard:connect`
 */
export async function standard_connect(
  context: StandardContext,
  { silent }: { silent?: boolean | undefined } = {},
): Promise<void> {
  const { config, store, askUser, setConnected } = context
  if (silent) {
    if (store.read().solanaAccounts.length > 0) setConnected(true)
    return
  }
  await onlyOnePending(context, 'standard:connect', async () => {
    const { locked, solanaAccounts: selected } = store.read()
    if (selected.length === 0) {
      const network = config.solana.networks[0]!
      const answer = await askUser({ method: 'standard:connect', network, selected: [] })
      const parsed = v.safeParse(chosen, answer)
      if (!parsed.success) throw rpcError(-32603, 'The wallet’s page returned no accounts.')
      store.update({ solanaAccounts: parsed.output })
    } else if (locked) await askUser({ method: 'devwallet_unlock' })
    setConnected(true)
  })
}
