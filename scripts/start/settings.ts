import { isAbsolute, join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** The default port of each part, and its variable. */
export const portVariables = {
  site: { variable: 'PORT_SITE', port: 4000 },
  login: { variable: 'PORT_LOGIN', port: 4001 },
  vault: { variable: 'PORT_VAULT', port: 4002 },
  wallet: { variable: 'PORT_WALLET', port: 4003 },
  phone: { variable: 'PORT_PHONE', port: 4004 },
  mail: { variable: 'PORT_MAIL', port: 4005 },
  card: { variable: 'PORT_CARD', port: 4006 },
  bridge: { variable: 'PORT_BRIDGE', port: 4007 },
  identity: { variable: 'PORT_IDENTITY', port: 4008 },
  sponsor: { variable: 'PORT_SPONSOR', port: 4009 },
  farcaster: { variable: 'PORT_FARCASTER', port: 4012 },
  challenge: { variable: 'PORT_CHALLENGE', port: 4013 },
  api: { variable: 'PORT_API', port: 4010 },
  relay: { variable: 'PORT_RELAY', port: 4011 },
  chain: { variable: 'PORT_CHAIN', port: 4100 },
  chainTwo: { variable: 'PORT_CHAIN_TWO', port: 4101 },
  solana: { variable: 'PORT_SOLANA', port: 4120 },
  smtp: { variable: 'PORT_SMTP', port: 4025 },
} as const
export type PortName = keyof typeof portVariables

/** All ports in use, with their variables: Solana also takes the next port. */
export function listPorts(
  ports: Readonly<Record<PortName, number>>,
): readonly { variable: string; port: number }[] {
  const { variable } = portVariables.solana
  return [
    ...Object.entries(portVariables).map(([name, one]) => ({
      variable: one.variable as string,
      port: ports[name as PortName],
    })),
    { variable, port: ports.solana + 1 },
  ]
}

/** The settings of `npm start`. */
export type Settings = {
  readonly ports: Readonly<Record<PortName, number>>
  /** The state folder of all parts. */
  readonly folder: string
  /** Delete the state first. */
  readonly reset: boolean
}

/**
 * Reads the settings of `npm start`.
 *
 * @throws Error that names the variable or flag, and a valid value
 */
export function readSettings(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Settings {
  const unknown = args.find((word) => word !== '--reset')
  if (unknown !== undefined) {
    throw new Error(`Unknown option "${unknown}". The only option is: npm start -- --reset`)
  }
  const ports = Object.fromEntries(
    Object.entries(portVariables).map(([name, { port, variable }]) => [
      name,
      readPort(variable, env[variable], port),
    ]),
  ) as Record<PortName, number>
  const all = listPorts(ports)
  const twice = all.find(({ port }, index) => all.findIndex((one) => one.port === port) !== index)
  if (twice)
    throw new Error(`Two parts would share port ${twice.port}: set each PORT_… differently.`)
  const folder = env.FOYER_DIR || '.foyer'
  return {
    ports,
    folder: isAbsolute(folder) ? folder : join(root, folder),
    reset: args.includes('--reset'),
  }
}

function readPort(variable: string, text: string | undefined, otherwise: number): number {
  if (text === undefined || text === '') return otherwise
  const port = Number(text)
  if (!/^\d+$/.test(text) || port < 1 || port > 65_535) {
    throw new Error(`${variable} is "${text}"; it must be a TCP port, 1 to 65535.`)
  }
  return port
}
