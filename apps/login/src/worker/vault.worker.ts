import { startKeyWorker } from './startKeyWorker.ts'

// Entry of the key worker's bundle.
startKeyWorker(self as unknown as Parameters<typeof startKeyWorker>[0])
