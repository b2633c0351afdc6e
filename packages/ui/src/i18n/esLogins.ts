import type { enLogins } from './enLogins.ts'
import type { WordsOf } from './wordsOf.ts'

/** Spanish texts about the ways to log in to the account of a login. */
export const esLogins: WordsOf<typeof enLogins> = {
  'logins.with': 'Inicias sesión con {names}.',
  'logins.email': 'correo electrónico',
  'logins.passkey': 'una llave de acceso',
  'logins.offer': 'Añade {name} en Seguridad para que también abra esta billetera.',
  'logins.add': 'Añadir',
}
