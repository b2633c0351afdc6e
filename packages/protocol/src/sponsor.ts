export {
  type BuiltOperation,
  postOperation,
  postOperationSend,
  postOperationState,
} from './sponsor/operations.ts'
export {
  type PaymasterData,
  paymasterData,
  paymasterParams,
  postPaymaster,
} from './sponsor/postPaymaster.ts'
export {
  postSponsorCheck,
  postSponsoredCalls,
  postSponsoredState,
  type SponsoredCalls,
  sponsoredCall,
  sponsoredCalls,
} from './sponsor/postSponsoredCalls.ts'
export { type UserOperation, userOperation } from './sponsor/userOperation.ts'
