export { getSupported, postSettle, postVerify } from './x402/facilitator.ts'
export { decodeHeader, encodeHeader, paymentHeaders } from './x402/headers.ts'
export {
  type Authorization,
  authorization,
  type Payment,
  type PaymentOrder,
  type PaymentV1,
  type Permit2Authorization,
  payment,
  paymentOrder,
  paymentV1,
  type Settlement,
  type SignedTransfer,
  settlement,
} from './x402/payload.ts'
export { permit2Address, permit2Proxy, permit2Transfer } from './x402/permit2Transfer.ts'
export {
  evmAddress,
  paymentRequired,
  paymentRequiredV1,
  type Requirements,
  type RequirementsV1,
  readNetworkName,
  requirements,
  requirementsV1,
} from './x402/requirements.ts'
export { transferAuthorization } from './x402/transferAuthorization.ts'
