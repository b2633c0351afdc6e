import type { enSocial } from './enSocial.ts'
import type { WordsOf } from './wordsOf.ts'

/** Spanish texts of a login at a provider. */
export const esSocial: WordsOf<typeof enSocial> = {
  'social.opening': 'Abriendo {name}',
  'social.openingText': 'Tardará un momento.',
  'social.waiting': 'Inicia sesión con {name}',
  'social.waitingText': 'Continúa en la ventana que se abrió.',
  'social.leaving': 'Yendo a {name}',
  'social.leavingText': 'Volverás a esta página al terminar.',
  'social.finishing': 'Iniciando sesión',
  'social.finishingText': 'Se está abriendo tu billetera.',
  'social.cancel': 'Cancelar',
  'social.retry': 'Intentar de nuevo',
  'social.other': 'Elegir otra forma',
  'social.closed': 'La ventana se cerró',
  'social.cancelled': 'Cancelaste el inicio de sesión',
  'social.againText': 'No cambió nada. Puedes intentarlo de nuevo.',
  'social.blocked': 'Tu navegador bloqueó la ventana',
  'social.blockedText': 'Ábrela de nuevo o continúa en esta pestaña y vuelve después.',
  'social.openWindow': 'Abrir la ventana',
  'social.leave': 'Continuar en esta pestaña',
  'social.webview': '{name} no funciona dentro de esta aplicación',
  'social.webviewText': 'Abre esta página en tu navegador o elige otra forma.',
  'social.copy': 'Copiar la dirección de esta página',
  'social.copied': 'Copiada',
  'social.provider': '{name} no responde',
  'social.providerText': 'Inténtalo en un momento o elige otra forma.',
  'social.refused': 'No se pudo verificar este inicio de sesión',
  'social.refusedText': 'No cambió nada. Empieza de nuevo aquí.',
  'social.no-email': '{name} no nos dio ninguna dirección de correo',
  'social.no-emailText':
    'Hace falta una para enviar el enlace que recupera tu billetera. Añade una dirección verificada en {name} o elige otra forma.',
  'social.no-token': 'Primero inicia sesión en {name}',
  'social.no-tokenText': 'No has iniciado sesión allí. Después, vuelve a intentarlo aquí.',
  'social.exists': 'Ya tienes una cuenta',
  'social.existsText':
    '{email} entra con {by}. Úsalo y tendrás la misma billetera. Después puedes añadir {name}.',
  'social.existsLogIn': 'Iniciar sesión con {by}',
  'social.removed': 'Este inicio de sesión se quitó',
  'social.removedText':
    'Pertenecía a una cuenta hasta hace poco. Usa otra forma o el enlace de nuestro correo.',
  'social.held': 'Este inicio de sesión aún no funciona',
  'social.heldText':
    'Se añadió a una cuenta que llevaba un año sin usarse y funciona 72 horas después.',
  'social.email': 'correo',
  'social.provider-name': 'El proveedor',
}
