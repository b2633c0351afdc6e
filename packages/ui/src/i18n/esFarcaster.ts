import type { enFarcaster } from './enFarcaster.ts'
import type { WordsOf } from './wordsOf.ts'

/** Spanish texts of a login with a Farcaster app. */
export const esFarcaster: WordsOf<typeof enFarcaster> = {
  'farcaster.code': 'Código QR para tu aplicación de Farcaster',
  'farcaster.scan': 'Escanéalo con tu teléfono para abrir Farcaster.',
  'farcaster.check': 'Aprueba allí solo si muestra {host}.',
  'farcaster.open': 'Abrir Farcaster',
  'farcaster.openHere': 'Abrir en este navegador',
  'farcaster.openTitle': 'Continúa en Farcaster',
  'farcaster.opening': 'Creando un código',
  'farcaster.openingText': 'Tardará un momento.',
  'farcaster.finishing': 'Iniciando sesión',
  'farcaster.finishingText': 'Se está abriendo tu billetera.',
  'farcaster.expired': 'Este código caducó',
  'farcaster.expiredText': 'Un código vale durante cinco minutos.',
  'farcaster.renew': 'Código nuevo',
  'farcaster.denied': 'Lo rechazaste en Farcaster',
  'farcaster.deniedText': 'No cambió nada. Puedes intentarlo de nuevo.',
  'farcaster.refused': 'No se pudo verificar este inicio de sesión',
  'farcaster.refusedText': 'La respuesta no era para este inicio de sesión. No cambió nada.',
  'farcaster.removed': 'Este inicio de sesión se quitó',
  'farcaster.removedText':
    'Pertenecía a una cuenta hasta hace poco. Usa otra forma o el enlace de nuestro correo.',
  'farcaster.held': 'Este inicio de sesión aún no funciona',
  'farcaster.heldText':
    'Se añadió a una cuenta que llevaba un año sin usarse y funciona 72 horas después.',
  'farcaster.away': 'Farcaster no responde',
  'farcaster.awayText': 'Inténtalo en un momento o elige otra forma.',
  'farcaster.retry': 'Intentar de nuevo',
  'farcaster.other': 'Elegir otra forma',
}
