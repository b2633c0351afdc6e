import { useEffect } from 'react'
import { useFoyerState, useMessage, useUi } from '../../context.ts'
import { Button } from '../../primitives/Button.tsx'
import { Icon } from '../../primitives/Icon.tsx'
import { useStyles } from '../../useStyles.ts'
import { AccountIcon } from '../account/AccountIcon.tsx'
import { useActiveAccount } from '../account/useActiveAccount.ts'
import { useDisconnectOrNotify } from '../account/useDisconnectOrNotify.ts'
import { NetworkList } from './NetworkList.tsx'
import { shortenReference } from './shortenReference.ts'
import css from './UnsupportedChainView.css?inline'

/** The wallet is on an unsupported network: switch, or disconnect. @source spec 2.10 */
export function UnsupportedChainView() {
  useStyles(css)
  const { modal } = useUi()
  const message = useMessage()
  const account = useActiveAccount()
  const networks = useFoyerState((state) => state.networks)
  const disconnect = useDisconnectOrNotify()

  // The user may also switch in the wallet: then close.
  const solved = account.status === 'connected' && !account.unsupportedNetwork
  useEffect(() => {
    if (solved) modal.close()
  }, [modal, solved])

  return (
    <div className="unsupported">
      <div className="unsupported-words">
        <span className="unsupported-icon" aria-hidden="true">
          <Icon name="warning" />
        </span>
        <p className="unsupported-title">{message('networks.unsupported')}</p>
        <p className="unsupported-text">
          {message('unsupportedChain.text', {
            wallet: account.connectedWalletInfo?.name ?? '',
            id: account.chainId ? shortenReference(account.chainId) : '',
          })}
        </p>
      </div>
      <NetworkList
        networks={networks.filter(({ chainNamespace }) => chainNamespace === account.namespace)}
        current={undefined}
      />
      <Button
        variant="quiet"
        icon={<AccountIcon name="leave" />}
        onClick={() => disconnect(account.namespace)}
      >
        {message('account.disconnect')}
      </Button>
    </div>
  )
}
