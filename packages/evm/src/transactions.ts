import { send } from './send.ts'
import { sendTransaction } from './sendTransaction.ts'

/** What an account sends, in one chunk: whatever is sent is a transaction. */
export const transactions = { send, sendTransaction }
