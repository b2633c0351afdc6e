import { mailSenders } from '@foyer/devnet/mailSenders'

/** The mail options of a service; each has its own account. */
export function mailAccount(
  name: keyof typeof mailSenders,
  { smtp }: { readonly smtp: number },
): { smtpUrl: string; from: string } {
  const { pass, user } = mailSenders[name]
  return { smtpUrl: `smtp://${user}:${pass}@127.0.0.1:${smtp}`, from: `${name}@foyer.example` }
}
