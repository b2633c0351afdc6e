import type { FrameHandlers } from '@foyer/embedded/frame'
import type { ChainId } from '@foyer/protocol'
import { setPreferredAccount } from '@foyer/protocol/login'
import type { LoginSession } from '../session/openSession.ts'
import type { Approve } from './approvals/createApprove.ts'
import type { FrameAccount } from './createFrameAccount.ts'
import { emailLogin } from './emailLogin.ts'
import { getUser, type Unlock } from './GET_USER.ts'
import type { Networks } from './networks.ts'
import { otherLogins } from './otherLogins.ts'
import type { PendingLogin } from './pendingLogin.ts'
import { answerRpc } from './RPC_REQUEST.ts'
import type { Site } from './site.ts'
import { socialLogin } from './socialLogin.ts'

/** The frame's handlers for each message of the page. @source security 3.3; ledger 7.1-7.18 */
export function createHandlers({
  account,
  approve,
  networks,
  passkey,
  projectId,
  session,
  site,
  unlock,
}: {
  account: FrameAccount
  approve: Approve
  networks: Networks
  passkey: Pick<FrameHandlers, 'CONNECT_PASSKEY'>
  projectId: string
  session: LoginSession
  site: Site
  unlock: Unlock
}): FrameHandlers {
  const pending: PendingLogin = {}
  const readChain = () => ({ chainId: networks.current().id as ChainId })
  const switchNetwork: FrameHandlers['SWITCH_NETWORK'] = ({ chainId }) => {
    networks.switchTo(networks.require(chainId))
    return readChain()
  }
  const setPreferred: FrameHandlers['SET_PREFERRED_ACCOUNT'] = async ({ type: requested }) => {
    const { addresses } = await account.requireReady()
    const { type } = await account.call(setPreferredAccount, { type: requested })
    const isSolana = networks.current().id.startsWith('solana:')
    return { type, address: isSolana ? addresses.sol : addresses.evm }
  }
  const signOut = async () => {
    await account.signOut()
    return {}
  }
  const setTheme: FrameHandlers['SYNC_THEME'] = (theme) => {
    site.setTheme(theme)
    return {}
  }
  const setMetadata: FrameHandlers['SYNC_DAPP_DATA'] = ({ metadata }) => {
    site.setMetadata(metadata)
    return {}
  }
  const isConnected = async () => ({ isConnected: await account.isConnected() })
  // The login site provides no smart accounts.
  const noNetworks = () => ({ smartAccountEnabledNetworks: [] })
  // Nothing to do: the channel has rejected pending requests, and the page creates a new frame.
  const reload = () => ({})
  return {
    ...emailLogin({ account, pending, projectId, session }),
    ...socialLogin({ account, pending, projectId, session }),
    ...passkey,
    ...otherLogins,
    GET_USER: getUser({ account, approve, networks, unlock }),
    IS_CONNECTED: isConnected,
    GET_CHAIN_ID: readChain,
    SWITCH_NETWORK: switchNetwork,
    GET_SMART_ACCOUNT_ENABLED_NETWORKS: noNetworks,
    SET_PREFERRED_ACCOUNT: setPreferred,
    RPC_REQUEST: answerRpc({ account, approve, networks }),
    SYNC_THEME: setTheme,
    SYNC_DAPP_DATA: setMetadata,
    SIGN_OUT: signOut,
    RELOAD: reload,
  }
}
