import type { Messages } from './en.ts'

/** Spanish. */
export const es: Messages = {
  // buttons on the page
  'button.connect': 'Conectar billetera',
  'button.connecting': 'Conectando…',
  'button.account': 'Cuenta',
  'button.network': 'Elegir red',
  'button.unsupported': 'Cambiar de red',

  // shell
  'modal.back': 'Atrás',
  'modal.close': 'Cerrar',
  'modal.loading': 'Cargando',
  'modal.offline': 'Parece que no tienes conexión.',
  'modal.viewFailed': 'No se pudo cargar esta pantalla.',
  'modal.retry': 'Reintentar',
  'modal.copy': 'Copiar',
  'modal.copied': 'Copiado',

  // connect
  'connect.title': 'Conectar billetera',
  'connect.wallets': 'Billeteras',
  'connect.installed': 'Instalada',
  'connect.recent': 'Reciente',
  'connect.allWallets': 'Todas las billeteras',
  'connect.chooseWallet': 'Elegir una billetera',
  'connect.whatIsAWallet': '¿Qué es una billetera?',
  'connect.empty': 'No hay ninguna billetera en este navegador.',
  'connect.getWallet': 'Conseguir una billetera',
  'connect.legalCheckbox': 'Acepto los {terms} y la {privacy}',
  'connect.legalCheckboxOne': 'He leído y acepto: {link}',
  'connect.legalCheckboxPlain': 'Acepto los términos de este sitio',
  'connect.legalNote': 'Al conectarte aceptas los {terms} y la {privacy}',
  'connect.legalNoteOne': 'Al conectarte aceptas: {link}',
  'connect.terms': 'términos del servicio',
  'connect.privacy': 'política de privacidad',
  'connect.legalNeeded': 'Primero acepta los términos.',

  // connecting
  'connecting.title': '{wallet}',
  'connecting.open': 'Esperando a {wallet}',
  'connecting.continue': 'Continuar',
  'connecting.hint': 'Abre {wallet} y aprueba la conexión.',
  'connecting.pending': 'Ya hay una solicitud esperando en {wallet}. Ábrela para continuar.',
  'connecting.declined': 'Rechazaste la solicitud. ¿Quieres reintentar?',
  'connecting.declinedTitle': 'Conexión rechazada',
  'connecting.failed': '{wallet} no pudo conectarse. Inténtalo de nuevo.',
  'connecting.failedTitle': 'Error de conexión',
  'connecting.timedOut': '{wallet} no respondió. Ábrela e inténtalo de nuevo.',
  'connecting.timedOutTitle': 'Sin respuesta',
  'connecting.connected': 'Conectada',
  'connecting.retry': 'Reintentar',

  // all wallets
  'allWallets.title': 'Todas las billeteras',
  'allWallets.search': 'Buscar billeteras',
  'allWallets.clear': 'Borrar búsqueda',
  'allWallets.empty': 'Ninguna billetera se llama «{search}».',
  'allWallets.none': 'No hay billeteras en la lista.',
  'allWallets.failed': 'No se pudo cargar la lista.',
  'allWallets.found': 'Billeteras encontradas: {count}',

  // what is a wallet
  'whatIsAWallet.title': '¿Qué es una billetera?',
  'whatIsAWallet.own': 'Un hogar para lo tuyo',
  'whatIsAWallet.ownText': 'Guarda, envía y recibe monedas, tokens y coleccionables.',
  'whatIsAWallet.login': 'Otra forma de entrar',
  'whatIsAWallet.loginText': 'Conéctate a sitios como este, sin cuenta nueva ni contraseña.',
  'whatIsAWallet.ask': 'Nada se mueve sin ti',
  'whatIsAWallet.askText': 'Cada solicitud espera en tu billetera hasta que la apruebas.',

  // get a wallet
  'getWallet.title': 'Conseguir una billetera',
  'getWallet.get': 'Obtener',
  'getWallet.notInstalled': '{wallet} no está instalada aquí. Consíguela y vuelve.',
  'getWallet.chrome': 'Chrome Web Store',
  'getWallet.appStore': 'App Store',
  'getWallet.playStore': 'Google Play',
  'getWallet.homepage': 'Sitio web',
  'getWallet.webapp': 'Abrir en este navegador',
  'getWallet.none': 'Este sitio no recomienda ninguna billetera.',

  // account
  'account.title': 'Cuenta',
  'account.showAddress': '{address}, mostrar la dirección completa',
  'account.hideAddress': '{address}, ocultar la dirección completa',
  'account.copyAddress': 'Copiar dirección',
  'account.copyFailed': 'No se pudo copiar la dirección. Muéstrala y cópiala a mano.',
  'account.explorer': 'Ver en el explorador',
  'account.balanceUnknown': 'Saldo desconocido',
  'account.tokens': 'Tokens',
  'account.refresh': 'Actualizar saldos',
  'account.empty': 'Aún no hay tokens en {network}.',
  'account.unavailable': 'Saldo de tokens no disponible',
  'account.unavailableText': 'No se pudieron cargar los saldos. Tus tokens están a salvo.',
  'account.retryIn': 'Reintentar en {seconds} s',
  'account.all': 'Mostrar los {count}',
  'account.fewer': 'Mostrar menos',
  'account.disconnect': 'Desconectar',
  'account.disconnectFailed': 'No se pudo desconectar',

  // networks
  'networks.title': 'Elige una red',
  'networks.search': 'Buscar redes',
  'networks.current': 'Red actual',
  'networks.testnet': 'Red de prueba',
  'networks.number': 'Red {id}',
  'networks.empty': 'Ninguna red se llama «{search}».',
  'networks.unsupported': 'Red no compatible',
  'networks.unsupportedText':
    'Este sitio no funciona en la red de tu billetera. Elige una de estas.',
  'whatIsANetwork.title': '¿Qué es una red?',
  'whatIsANetwork.home': 'Donde viven tus tokens',
  'whatIsANetwork.homeText':
    'Una red es un registro que muchos ordenadores llevan juntos. Cada una guarda sus propios tokens.',
  'whatIsANetwork.fees': 'Cada una tiene sus comisiones',
  'whatIsANetwork.feesText': 'Se pagan en la moneda de la red: guarda siempre un poco.',
  'whatIsANetwork.change': 'Puedes cambiar cuando quieras',
  'whatIsANetwork.changeText':
    'Tu dirección es la misma en redes afines. Nada se mueve al cambiar.',
  'switchNetwork.title': 'Cambiar de red',
  'switchNetwork.waiting': 'Aprueba en tu billetera',
  'switchNetwork.hint': 'Abre {wallet} y aprueba el cambio a {network}.',
  'switchNetwork.declinedTitle': 'Cambio rechazado',
  'switchNetwork.declined': 'Rechazaste la solicitud. ¿Intentarlo de nuevo?',
  'switchNetwork.pendingTitle': 'Hay una solicitud pendiente',
  'switchNetwork.pending': 'Abre {wallet}, respóndela e inténtalo de nuevo.',
  'switchNetwork.timedOutTitle': 'Sin respuesta',
  'switchNetwork.timedOut': '{wallet} no respondió. Ábrela e inténtalo de nuevo.',
  'switchNetwork.failedTitle': 'No se pudo cambiar',
  'switchNetwork.failed': '{wallet} no pudo cambiar a {network}. Inténtalo de nuevo.',
  'switchNetwork.cannot':
    '{wallet} no se puede cambiar desde aquí. Elige {network} en la billetera.',
  'unsupportedChain.title': 'Cambiar de red',
  'unsupportedChain.text':
    '{wallet} está en la red {id}, que este sitio no admite. Elige una de estas para continuar.',

  // settings
  'settings.title': 'Ajustes',
  'settings.theme': 'Apariencia',
  'settings.system': 'Sistema',
  'settings.light': 'Claro',
  'settings.dark': 'Oscuro',
  'settings.language': 'Idioma',

  // errors
  'error.other': 'Algo salió mal. Inténtalo de nuevo.',
}
