// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ERC1155} from "@openzeppelin/contracts/token/ERC1155/ERC1155.sol";

/// Badges of which there are several (ERC-1155), described on IPFS. Anyone may mint.
contract DevBadges is ERC1155 {
    string public constant name = "Harbour Badges";

    constructor(string memory uri_) ERC1155(uri_) {}

    function mint(address to, uint256[] calldata ids, uint256[] calldata amounts) external {
        _mintBatch(to, ids, amounts, "");
    }
}
