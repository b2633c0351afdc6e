import { spawn } from 'node:child_process'
import { devnetMnemonic } from './accounts.ts'
import { anvilBinary } from './anvilBinary.ts'
import { keepMining } from './keepMining.ts'
import { saveState } from './saveState.ts'

/** A running node. */
export type Anvil = {
  /** `http://127.0.0.1:port`; the same port answers WebSockets. */
  url: string
  /**
   * Stops the process and waits for its end; a `dumpState` file is complete afterwards.
   *
   * @throws Error if the state could not be saved.
   */
  stop: () => Promise<void>
  /** Settles when the process has ended for any reason. */
  exited: Promise<void>
}

const startLimitMs = 60_000

/**
 * Starts an anvil process and waits until it listens.
 *
 * @returns The node, listening on 127.0.0.1.
 * @throws Error with anvil's output if it exits or does not listen within 15 s.
 */
export function runAnvil({
  chainId,
  port,
  loadState,
  dumpState,
}: runAnvil.Options): Promise<Anvil> {
  const args = ['--chain-id', String(chainId), '--port', String(port), '--host', '127.0.0.1']
  args.push('--mnemonic', devnetMnemonic, '--accounts', '10', '--balance', '10000')
  if (loadState) args.push('--load-state', loadState)
  if (dumpState) args.push('--dump-state', dumpState)
  const child = spawn(anvilBinary(), args, { stdio: ['ignore', 'pipe', 'pipe'] })
  // Stop the node when the parent exits by itself; on a signal, the caller must stop it.
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const exited = new Promise<void>((resolve) => {
    child.once('close', () => {
      process.off('exit', kill)
      resolve()
    })
  })
  return new Promise((resolve, reject) => {
    let printed = ''
    let complaint = ''
    const fail = (reason: string, cause?: unknown) => {
      clearTimeout(timer)
      kill()
      const said = complaint.trim() || printed.trim().split('\n').slice(-5).join('\n')
      const cure = said.includes('in use')
        ? ' Stop the program that uses the port, or choose another port.'
        : said.includes('--load-state')
          ? ' Delete that file: the chain then starts from the beginning.'
          : ''
      reject(
        new Error(
          `The EVM chain ${chainId} on port ${port} ${reason}.${said ? ` It said: ${said}` : ''}${cure}`,
          { cause },
        ),
      )
    }
    const timer = setTimeout(() => fail(`did not listen within ${startLimitMs} ms`), startLimitMs)
    const onClose = (code: number | null, signal: string | null) =>
      fail(`ended with ${signal ?? `code ${code}`} before it listened`)
    child.once('error', (cause) => fail('could not be started', cause))
    child.once('close', onClose)
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      complaint = (complaint + text).slice(-2_000)
    })
    const onPrint = (text: string) => {
      printed += text
      const listening = /Listening on 127\.0\.0\.1:(\d+)/.exec(printed)
      if (!listening) return
      clearTimeout(timer)
      child.off('close', onClose)
      // Drain the pipe without keeping the text, because the node logs every request.
      child.stdout.off('data', onPrint)
      child.stdout.resume()
      const url = `http://127.0.0.1:${listening[1]}`
      const stopMining = keepMining(url)
      void exited.then(stopMining)
      const stop = async () => {
        const failure = dumpState
          ? await saveState({ url, file: dumpState }).then(() => undefined, toError)
          : undefined
        child.kill(dumpState ? 'SIGTERM' : 'SIGKILL')
        await exited
        // A terminal's Ctrl-C reaches the node too: exit code 0 means that it has saved its state.
        if (failure && child.exitCode !== 0) {
          throw new Error(`The state of chain ${chainId} could not be saved`, { cause: failure })
        }
      }
      resolve({ url, stop, exited })
    }
    child.stdout.setEncoding('utf8').on('data', onPrint)
  })
}

const toError = (error: unknown) => error ?? new Error('unknown')

export declare namespace runAnvil {
  type Options = {
    chainId: number
    /** TCP port; 0 for a free one. */
    port: number
    /** A state file to start from. */
    loadState?: string | undefined
    /** Path for the state when the node stops. */
    dumpState?: string | undefined
  }
}
