// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {ERC7821} from "@openzeppelin/contracts/account/extensions/draft-ERC7821.sol";
import {ERC721Holder} from "@openzeppelin/contracts/token/ERC721/utils/ERC721Holder.sol";
import {ERC1155Holder} from "@openzeppelin/contracts/token/ERC1155/utils/ERC1155Holder.sol";

/// Code for an account with a key (EIP-7702): it calls itself to make several calls, of which all or none happen.
contract DevBatch is ERC7821, ERC721Holder, ERC1155Holder {
    receive() external payable {}
}
