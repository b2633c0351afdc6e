/** What an account signs, in one chunk: each alone is smaller than what it takes to name it. */
export { signMessage } from './signMessage.ts'
export { signTypedData } from './signTypedData.ts'
