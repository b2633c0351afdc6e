// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

/// A swap contract that takes and pays what its caller says, for tests of what an aggregator might propose.
contract SwapStage {
    receive() external payable {}

    /// @param prey a token that is taken as well, by an allowance that the user gave earlier
    function swap(IERC20 spent, uint256 takes, IERC20 received, uint256 pays, IERC20 prey, uint256 stolen)
        external
        payable
    {
        if (takes > 0) spent.transferFrom(msg.sender, address(this), takes);
        if (stolen > 0) prey.transferFrom(msg.sender, address(this), stolen);
        if (pays > 0) received.transfer(msg.sender, pays);
    }
}
