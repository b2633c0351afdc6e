import { FoyerError } from '@foyer/protocol'
import type { Boot } from '../boot.ts'
import type { Scripts } from './openScripts.ts'

/** Makes the function that solves a server's challenge in a thread of its own, whose script loads with the first one. */
export const createSolveWork =
  ({ openThread }: Pick<Scripts, 'openThread'>, asset: Boot['parts']['work']) =>
  async (challenge: string): Promise<string> => {
    const thread = (await openThread(asset))()
    try {
      return await new Promise<string>((resolve, reject) => {
        const fail = (cause?: unknown) =>
          reject(
            new FoyerError('something-went-wrong', { cause, details: 'No solution was found.' }),
          )
        thread.onerror = fail
        thread.onmessage = ({ data }) => (typeof data === 'string' ? resolve(data) : fail())
        thread.postMessage(challenge)
      })
    } finally {
      thread.terminate()
    }
  }
