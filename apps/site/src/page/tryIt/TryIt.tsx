import './tryIt.css'
import { FoyerConnectButton, useAccount, useSupportedRequests } from '@foyer/ui/react'
import { SendCalls } from './SendCalls.tsx'
import { SendToken } from './SendToken.tsx'
import { SendTransaction } from './SendTransaction.tsx'
import { SignMessage } from './SignMessage.tsx'
import { SignTypedData } from './SignTypedData.tsx'
import { SwitchNetwork } from './SwitchNetwork.tsx'

/** The requests that a site can send to a connected wallet. */
export function TryIt() {
  const { address, namespace, status } = useAccount()
  const can = useSupportedRequests({ namespace })
  const connected = status === 'connected' && address !== undefined
  return (
    <section id="try" className="section">
      <h2>Try it</h2>
      <p>
        {connected
          ? 'Send the connected wallet the requests that your site would send.'
          : 'Connect a wallet. Your site can then ask it to sign, send and switch networks.'}
      </p>
      {connected ? (
        // Reset the forms for another account.
        <ul className="asks" key={address}>
          {can.signMessage && <SignMessage address={address} namespace={namespace} />}
          {can.signTypedData && <SignTypedData address={address} />}
          {can.send && <SendToken />}
          {/* Transactions differ by namespace: this form is for EVM chains. */}
          {can.sendTransaction && namespace === 'eip155' && <SendTransaction />}
          {can.sendTransaction && namespace === 'eip155' && <SendCalls />}
          <SwitchNetwork />
        </ul>
      ) : (
        <p className="asks-none">
          <FoyerConnectButton />
        </p>
      )}
    </section>
  )
}
