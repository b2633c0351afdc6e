import { type Account, networkImageUrl } from '@foyer/core'
import { useState } from 'react'
import { Avatar } from '../../avatar/Avatar.tsx'
import { useMessage, useUi } from '../../context.ts'
import { shortenAddress } from '../../format/shortenAddress.ts'
import { CopyButton } from '../../primitives/CopyButton.tsx'
import { IconLink } from '../../primitives/IconLink.tsx'
import { NetworkBadge } from '../../primitives/NetworkBadge.tsx'
import { useActiveNetwork } from '../networks/useActiveNetwork.ts'
import { AccountIcon } from './AccountIcon.tsx'
import { WalletSwitch } from './WalletSwitch.tsx'

/** Image, name and address of the account; the full address on demand. */
export function AccountHead({ account, address }: { account: Account; address: string }) {
  const { foyer, notices } = useUi()
  const message = useMessage()
  const network = useActiveNetwork()
  const [isExpanded, setExpanded] = useState(false)
  // The email identifies a login without a better name.
  const { addressExplorerUrl, profileImage, profileName = account.user?.email } = account
  return (
    <div className="account-head">
      <WalletSwitch account={account} />
      <Avatar
        address={address}
        image={profileImage}
        size={56}
        badge={
          network && (
            <NetworkBadge name={network.name} src={networkImageUrl(foyer, network)} size={20} />
          )
        }
      />
      {profileName ? (
        <p className="account-name" dir="auto" title={profileName}>
          {profileName}
        </p>
      ) : null}
      <div className="account-address" data-alone={!profileName}>
        <button
          type="button"
          className="account-short"
          aria-expanded={isExpanded}
          aria-label={message(isExpanded ? 'account.hideAddress' : 'account.showAddress', {
            address: shortenAddress(address),
          })}
          onClick={() => setExpanded(!isExpanded)}
        >
          <bdi>{shortenAddress(address)}</bdi>
          <AccountIcon name="more" />
        </button>
        <CopyButton
          text={address}
          label={message('account.copyAddress')}
          copiedLabel={message('modal.copied')}
          onError={() => notices.show({ tone: 'error', text: message('account.copyFailed') })}
        />
        {addressExplorerUrl ? (
          <IconLink
            href={addressExplorerUrl}
            label={message('account.explorer')}
            icon={<AccountIcon name="out" />}
          />
        ) : null}
      </div>
      {isExpanded ? (
        <p className="account-whole" dir="ltr">
          {address}
        </p>
      ) : null}
    </div>
  )
}
