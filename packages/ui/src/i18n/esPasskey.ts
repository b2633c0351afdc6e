import type { enPasskey } from './enPasskey.ts'
import type { WordsOf } from './wordsOf.ts'

/** Spanish texts of the login by a passkey alone. */
export const esPasskey: WordsOf<typeof enPasskey> = {
  'passkey.title': 'Abre tu monedero con una llave de acceso',
  'passkey.waiting': 'Continúa en la tarjeta de tu monedero.',
  'passkey.opening': 'Abriendo tu monedero',
  'passkey.closed': 'Se cerró antes de abrir el monedero.',
  'passkey.failed': 'No se pudo abrir el monedero. Inténtalo de nuevo.',
}
