import { useUi } from '../../context.ts'
import { WalletList } from './WalletList.tsx'

/** The wallets of the first list, behind one row. @source spec 2.20 collapseWallets */
export function ConnectWalletsView() {
  const { Legal } = useUi()
  return (
    <>
      <WalletList />
      {Legal ? <Legal /> : null}
    </>
  )
}
