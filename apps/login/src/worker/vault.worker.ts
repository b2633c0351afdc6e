import { startKeyWorker } from './startKeyWorker.ts'

// The entry of the worker's bundle: the one file that does something when it is loaded.
startKeyWorker(self as unknown as Parameters<typeof startKeyWorker>[0])
