/** What an account sends, in one chunk: whatever is sent is a transaction. */
export { send } from './send.ts'
export { sendTransaction } from './sendTransaction.ts'
