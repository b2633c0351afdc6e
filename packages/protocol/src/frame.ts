export {
  accountMessages,
  type SocialProvider,
  socialProviders,
} from './frame/accountMessages.ts'
export { classifyResult } from './frame/classifyResult.ts'
export { emailPattern, isEmail } from './frame/emailPattern.ts'
export {
  budgetOf,
  type FrameBudgetName,
  type FrameMethodBudget,
  frameBudgets,
  listFrameBudgets,
} from './frame/frameBudgets.ts'
export {
  createFrameNonce,
  type FrameCaps,
  frameHello,
  frameLimits,
  frameReady,
  frameReplyEnvelope,
  frameVersion,
} from './frame/frameEnvelope.ts'
export { type FrameError, frameError, fromFrameError, toFrameError } from './frame/frameError.ts'
export type { FrameMessageTable } from './frame/frameFields.ts'
export { frameConnect, frameRequestEnvelope } from './frame/frameInbound.ts'
export type { FrameLogin, Unchallenged } from './frame/frameLogin.ts'
export {
  type FrameMessageType,
  type FramePush,
  type FramePushType,
  type FrameReply,
  type FrameReplyInput,
  type FrameRequest,
  type FrameRequestParsed,
  type FrameUser,
  frameMessages,
  isFrameMessage,
} from './frame/frameMessages.ts'
export type { FrameTheme } from './frame/frameTheme.ts'
export { isPlainJson } from './frame/isPlainJson.ts'
export { pickTheme } from './frame/pickTheme.ts'
export { rpcParams } from './frame/rpcParams.ts'
export { decisionMs, framePushes, walletMessages } from './frame/walletMessages.ts'
