import { signMessage } from './signMessage.ts'
import { signTypedData } from './signTypedData.ts'

/** What an account signs, in one chunk: each alone is smaller than what it takes to name it. */
export const signatures = { signMessage, signTypedData }
