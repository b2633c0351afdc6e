import type { enSignIn } from './enSignIn.ts'
import type { WordsOf } from './wordsOf.ts'

/** Spanish texts of the sign-in. */
export const esSignIn: WordsOf<typeof enSignIn> = {
  'signIn.heading': 'Inicia sesión en {site}',
  'signIn.text':
    'Firma un mensaje para demostrar que esta cuenta es tuya. Es gratis y no envía nada.',
  'signIn.account': 'Cuenta',
  'signIn.sign': 'Iniciar sesión',
  'signIn.later': 'Ahora no',
  'signIn.leave': 'Cancelar y desconectar',
  'signIn.open': 'Continúa en {wallet}',
  'signIn.openText': 'Comprueba que el mensaje nombra {site} y fírmalo.',
  'signIn.verifying': 'Autenticando…',
  'signIn.retry': 'Intentar de nuevo',
  'signIn.declined': 'Firma rechazada',
  'signIn.declinedText': 'Firma el mensaje para usar tu cuenta aquí.',
  'signIn.failed': 'Hubo un problema al iniciar la autenticación',
  'signIn.failedText': 'Comprueba tu conexión e inténtalo de nuevo.',
  'signIn.smartAccount': 'Es posible que este sitio no admita cuentas inteligentes',
  'signIn.smartAccountText': 'Prueba con otra cuenta o pide al sitio que admita la tuya.',
}
