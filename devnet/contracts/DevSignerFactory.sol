// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {DevSigner} from "./DevSigner.sol";

/// Deploys such accounts at addresses that are known before (CREATE2).
contract DevSignerFactory {
    function deploy(address owner) external returns (address) {
        return address(new DevSigner{salt: 0}(owner));
    }
}
