import type { FrameHandlers } from '@foyer/embedded/frame'
import type { ChainId } from '@foyer/protocol'
import type { LoginSession } from '../session/openSession.ts'
import type { Approve } from './approvals/createApprove.ts'
import type { Challenges } from './challenge.ts'
import type { FrameAccount } from './createFrameAccount.ts'
import { customLogin } from './customLogin.ts'
import { emailLogin } from './emailLogin.ts'
import { farcasterLogin } from './farcasterLogin.ts'
import { getUser, type Unlock } from './GET_USER.ts'
import type { Networks } from './networks.ts'
import type { PendingLogin } from './pendingLogin.ts'
import { answerRpc } from './RPC_REQUEST.ts'
import type { Site } from './site.ts'
import { socialLogin } from './socialLogin.ts'

/** The frame's handlers for each message of the page. @source security 3.3; spec 7.1-7.18 */
export function createHandlers({
  account,
  approve,
  challenges,
  networks,
  passkey,
  projectId,
  session,
  site,
  unlock,
}: {
  account: FrameAccount
  approve: Approve
  challenges: Challenges
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
    const type = await account.preferAccountType(requested)
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
  const smartAccountNetworks = () => ({
    smartAccountEnabledNetworks: networks.all
      .filter(({ smartAccount }) => smartAccount !== undefined)
      .map(({ id }) => id as ChainId),
  })
  // Nothing to do: the channel has rejected pending requests, and the page creates a new frame.
  const reload = () => ({})
  return {
    ...emailLogin({ account, challenges, pending, projectId, session }),
    ...socialLogin({ account, challenges, pending, projectId, session }),
    ...customLogin({ account, challenges, pending, projectId, session }),
    CONNECT_CHALLENGE: challenges.CONNECT_CHALLENGE,
    ...passkey,
    ...farcasterLogin({ account, projectId, session }),
    GET_USER: getUser({ account, approve, networks, unlock }),
    IS_CONNECTED: isConnected,
    GET_CHAIN_ID: readChain,
    SWITCH_NETWORK: switchNetwork,
    GET_SMART_ACCOUNT_ENABLED_NETWORKS: smartAccountNetworks,
    SET_PREFERRED_ACCOUNT: setPreferred,
    RPC_REQUEST: answerRpc({ account, approve, networks }),
    SYNC_THEME: setTheme,
    SYNC_DAPP_DATA: setMetadata,
    SIGN_OUT: signOut,
    RELOAD: reload,
  }
}
