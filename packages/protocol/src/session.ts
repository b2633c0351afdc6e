export {
  type AuthPayload,
  authenticateAnswer,
  authPayload,
  type Cacao,
  cacao,
  sessionAuthenticateParams,
} from './session/sessionAuthenticate.ts'
export { type SessionErrorName, sessionErrors } from './session/sessionErrors.ts'
export {
  type Delivery,
  isSessionMethod,
  type SessionMethod,
  sessionMethods,
  sessionTtlS,
  unknownMethodResponse,
} from './session/sessionMethods.ts'
export {
  caipAccount,
  caipChain,
  type ProposalNamespaces,
  proposalNamespaces,
  type SessionNamespaces,
  sessionNamespaces,
} from './session/sessionNamespaces.ts'
export {
  hexKey,
  type PeerMetadata,
  peerMetadata,
  proposalAnswer,
  sessionParams,
} from './session/sessionParams.ts'
