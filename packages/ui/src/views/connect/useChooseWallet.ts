import type { WalletEntry } from '@foyer/core'
import { useUi } from '../../context.ts'
import { useLegal } from './useLegal.ts'

/** Goes on with the wallet that was chosen: to its prompt, or to where it can be had. */
export function useChooseWallet(): (entry: WalletEntry) => void {
  const { router } = useUi()
  const { allow } = useLegal()
  return (entry) => {
    if (!allow()) return
    if (entry.connector) router.push('ConnectingExternal', { entry })
    else if (entry.wallet) router.push('GetWallet', { wallet: entry.wallet })
  }
}
